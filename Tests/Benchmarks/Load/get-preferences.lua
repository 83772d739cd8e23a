-- People look at what they want to hear of. The argument is a file of tokens.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "people.lua")

function init(arguments)
    request = load.calls(arguments[1], "GET", "/api/v1/notification-preferences", 1)
end

function done(summary, latency) load.report(summary, latency) end
