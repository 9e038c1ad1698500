"""Big A (rule prefix B): a declarer and a hidden partner against three, with two packs and nine classes of bombs."""
