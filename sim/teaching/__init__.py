"""How the small mind is taught: data, low-rank adaptation of any llama GGUF, the adapter as GGUF, and an exam."""
