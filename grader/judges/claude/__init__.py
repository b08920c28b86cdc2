"""The model judge: Claude decides what no measure can, and nothing it says is taken on trust."""
