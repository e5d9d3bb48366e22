"""stub"""
def perft() -> None:
    """stub"""
