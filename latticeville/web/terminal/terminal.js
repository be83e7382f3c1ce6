"use strict";
const scheme = location.protocol === "https:" ? "wss" : "ws";
document.getElementById("terminal").dataset.sessionWebsocketUrl = `${scheme}://${location.host}/ws`;
document.getElementById("again").onclick = () => location.reload();
