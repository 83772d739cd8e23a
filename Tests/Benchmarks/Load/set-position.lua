-- Apps tell where their people are, who move on each time. The argument is a file of tokens.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "people.lua")

function init(arguments)
    request = load.calls(arguments[1], "PUT", "/api/v1/users/me/position", 100, function(index)
        return string.format('{"latitude":%.6f,"longitude":%.6f,"accuracy":12.5}',
            48.8 + index / 1000, 2.2 + index / 800)
    end)
end

function done(summary, latency) load.report(summary, latency) end
