"""stub"""
def replay() -> None:
    """stub"""
