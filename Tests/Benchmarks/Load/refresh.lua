-- Refreshes of sessions, each by the token that its last refresh gave. The argument is a file with a refresh token a
-- line, at least twice as many as there are connections; at the end it holds the latest ones.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "devices.lua")
local threads = {}

function setup(thread) table.insert(threads, thread) end

function init(arguments)
    file = arguments[1]
    tokens, waiting, first, last = {}, {}, 1, 0
    for line in io.lines(file) do
        local session = line:match("^br_([^.]+)")
        tokens[session] = line
        last = last + 1
        waiting[last] = session
    end
end

function request()
    local session = waiting[first]
    waiting[first] = nil
    first = first + 1
    return wrk.format("POST", "/api/v1/auth/refresh", { ["Content-Type"] = "application/json" },
        '{"sessionToken":"' .. tokens[session] .. '"}')
end

function response(status, headers, body)
    local token, session = body:match('"sessionToken":"(br_([^."]+)[^"]*)"')
    if session then
        tokens[session] = token
        last = last + 1
        waiting[last] = session
    end
end

-- An answer that was still on its way is no loss: the same token again gets the same successor.
function done(summary, latency)
    for _, thread in ipairs(threads) do
        local out = io.open(thread:get("file"), "w")
        for _, token in pairs(thread:get("tokens")) do out:write(token, "\n") end
        out:close()
    end
    load.report(summary, latency)
end
