"""What is left of reading English by rule for everybody: clock times and dates, text helpers, activities in their form."""
