-- What both load scripts share: 10,000 devices, requests made once before the load starts, and one line of results.

local load = {}

load.count = 10000

function load.device(index)
    return string.format("7B8E6E0E-E4A1-4B1D-8A39-2F5A%08X", index % load.count)
end

-- Makes one request per device; `body` gives the text for an index. Each connection walks through all of them in a
-- mixed order (7919 is prime and shares no factor with the count, so every device has its turn).
function load.requests(path, body)
    local made = {}
    for index = 0, load.count - 1 do
        made[index] = wrk.format("POST", path, { ["Content-Type"] = "application/json" }, body(index))
    end
    local at = 0
    return function()
        at = (at + 7919) % load.count
        return made[at]
    end
end

-- Prints: requests, microseconds, p50 and p99 in microseconds, answers of 400 and above, broken connections.
function load.report(summary, latency)
    local errors = summary.errors
    io.write(string.format("RESULT %d %d %d %d %d %d\n", summary.requests, summary.duration,
        latency:percentile(50), latency:percentile(99), errors.status,
        errors.connect + errors.read + errors.write + errors.timeout))
end

return load
