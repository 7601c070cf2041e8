"""The inspector's tabs: each shows one side of the selected resident at the shown tick."""
