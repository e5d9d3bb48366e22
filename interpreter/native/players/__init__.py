"""Players inside a module that look at what their moves bring: what they know, how they choose, the games they play."""
