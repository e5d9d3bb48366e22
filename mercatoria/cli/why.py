"""stub"""
def why() -> None:
    """stub"""
