"""Who answers a question, and how: by rule, a model that is guided by the rules, a model alone, or the record of a run."""
