-- One GET again and again. The arguments are its path and, where it takes one, the token that is shown.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "devices.lua")

function init(arguments)
    local fields = {}
    if arguments[2] then fields["Authorization"] = "Bearer " .. arguments[2] end
    made = wrk.format("GET", arguments[1], fields)
end

function request() return made end

function done(summary, latency) load.report(summary, latency) end
