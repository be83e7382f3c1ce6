"""The words with which a persona tells values and aspirations that Terrarium names."""

VALUES = {
    "Survival": "staying alive",
    "Relationships": "connections with others",
    "Status": "being respected and admired",
    "Freedom": "independence and autonomy",
    "Knowledge": "understanding the world",
    "Comfort": "safety and ease",
}
"""What agents value: Terrarium's name and its words."""
ASPIRATIONS = {
    "BeRespected": "To be respected by others.",
    "ProtectOthers": "To protect those around me.",
    "AccumulateResources": "To accumulate resources and security.",
    "ExploreTheWorld": "To explore and understand the world.",
    "LivePeacefully": "To live a peaceful, quiet life.",
    "BecomePowerful": "To become powerful and influential.",
}
"""What agents want in life: Terrarium's name and its words."""
