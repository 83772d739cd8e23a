-- What the scripts share that play signed-in people: the argument is a file with an access token a line.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "devices.lua")

-- Makes `count` requests for each person once, before the load starts; `body` gives the text for an index, which is another one at
-- each call of the same person, so that each of them changes something. Nil for requests without a body.
function load.calls(file, method, path, count, body)
    local made, total = {}, 0
    local tokens = {}
    for line in io.lines(file) do table.insert(tokens, line) end
    for index = 0, count - 1 do
        for _, token in ipairs(tokens) do
            local fields = { ["Authorization"] = "Bearer " .. token }
            if body then fields["Content-Type"] = "application/json" end
            made[total] = wrk.format(method, path, fields, body and body(index))
            total = total + 1
        end
    end
    local at = -1
    return function()
        at = (at + 1) % total
        return made[at]
    end
end

return load
