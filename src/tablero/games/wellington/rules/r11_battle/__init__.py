"""[11] Battle: dice, Casualties, the victor, Rout, retreat, Overrun and Loot."""
