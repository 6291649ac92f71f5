"""The studio: a web server on this machine for people who play, watch and take apart searches in a browser.

The pages are in `static/`. Whatever they ask is answered by the analysis protocol (`kibitz.analysis`), spoken by processes of
their own (`pool`), so that no search, however long or broken, holds up the server.
"""
