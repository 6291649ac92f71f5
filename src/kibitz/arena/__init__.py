"""Matches between agents: schedules, games in processes of their own or on a Ray cluster, results and their records."""
