"""The analysis protocol: questions about games and searches as JSON objects, answered one by one.

`kibitz serve` speaks it in lines on stdin and stdout, the studio on HTTP and WebSockets; both run the verbs in `verbs/`.
"""
