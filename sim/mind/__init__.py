"""What one resident does with memory: perceive, plan, react, converse, reflect. Pure: asks questions, returns actions."""
