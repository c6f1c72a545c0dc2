// The test server binds to every interface and has no option for it: let it bind to loopback.
"use strict";

const { Server } = require("node:net");

const listen = Server.prototype.listen;

Server.prototype.listen = function (port, ...rest) {
  const done = rest.filter((argument) => typeof argument === "function");
  return listen.call(this, { host: "127.0.0.1", port: Number(port) }, ...done);
};
