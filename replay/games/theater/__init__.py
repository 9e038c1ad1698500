"""Theater daihinmin (rule prefix T)."""
