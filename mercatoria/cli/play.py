"""stub"""
def play() -> None:
    """stub"""
