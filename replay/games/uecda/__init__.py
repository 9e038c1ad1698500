"""Computer daihinmin as the UECda server plays it (rule prefix U)."""
