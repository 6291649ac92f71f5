"""What a game is, what a search may do and answers, and how games and agents are named and found."""
