-- What the scripts of tracker apps share: the argument is a file with a token a line, and time passes with each round.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "devices.lua")

-- `body` gives the text for the number of a round, from which each script makes later times, so that no request repeats another.
function load.requests(file, path, body)
    local tokens = {}
    for line in io.lines(file) do table.insert(tokens, line) end
    local at, round = 0, 0
    return function()
        at = at + 1
        if at > #tokens then at, round = 1, round + 1 end
        return wrk.format("POST", path .. tokens[at], { ["Content-Type"] = "application/json" }, body(round))
    end
end

return load
