/// A Miataru server in memory, with the rules for keys and the order of places, and with faults that a test chooses.
final class MiataruServer: BaliseTransport {
    /// The fault of a single request.
    enum Fault {
        /// The request does not arrive.
        case lostOnTheWay
        /// The server does the work, but its answer is lost.
        case answerLost
        /// The server does nothing, and answers this.
        case answer(BaliseHTTPResponse)
    }

    struct State {
        var keys: [String: String] = [:]
        /// The timestamps of each device's places, in their order of arrival.
        var places: [String: [String]] = [:]
        /// The same places as they are in a history.
        var history: [String: [String]] = [:]
        /// The retention of each device's last update; `history` for a device that keeps all.
        var keeping: [String: String] = [:]
        /// The device that the account has claimed.
        var claimed: String?
        /// Whether the server adds places below the current one, as Balise does.
        var takesEarlier = false
        /// The timestamps of every UpdateLocation that arrived, including refused ones.
        var updates: [[String]] = []
        var requests = 0
    }

    private let state: Mutex<State>
    private let fault: @Sendable (BaliseHTTPRequest, _ number: Int) -> Fault?

    /// - Parameters:
    ///   - keys: The present keys of devices.
    ///   - fault: Takes a request and the number of earlier ones.
    init(
        keys: [String: String] = [:], claimed: String? = nil, takesEarlier: Bool = false,
        fault: @escaping @Sendable (BaliseHTTPRequest, Int) -> Fault? = { _, _ in nil }
    ) {
        state = Mutex(State(keys: keys, claimed: claimed, takesEarlier: takesEarlier))
        self.fault = fault
    }

    var now: State { state.withLock { $0 } }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        let number = state.withLock { state in
            state.requests += 1
            return state.requests - 1
        }
        switch fault(call, number) {
        case .lostOnTheWay: throw .unreachable("no network")
        case .answer(let answer):
            if call.url.path == "/v1/UpdateLocation" { state.withLock { $0.updates.append(call.timestamps) } }
            return answer
        case .answerLost:
            _ = state.withLock { $0.answer(call) }
            throw .timedOut
        case nil: return state.withLock { $0.answer(call) }
        }
    }
}

extension MiataruServer.State {
    mutating func answer(_ call: BaliseHTTPRequest) -> BaliseHTTPResponse {
        guard let body = try? JSONDocument(Array((call.body ?? Data("{}".utf8)))).root else { return .miataru(400) }
        switch (call.method, call.url.path) {
        case ("POST", "/v1/setDeviceKey"): return setKey(body)
        case ("POST", "/v1/UpdateLocation"): return update(body)
        case ("POST", "/v1/earlier-locations") where takesEarlier: return addEarlier(body)
        case ("POST", "/v1/GetLocationHistory"): return historyAnswer(body)
        case ("POST", "/v1/getDeviceSecurityStatus"): return securityStatus(body)
        case ("PUT", _), ("DELETE", _): return change(call, body)
        default: return .miataru(404)
        }
    }

    private mutating func setKey(_ body: JSONValue) -> BaliseHTTPResponse {
        guard let wish = body.member("MiataruSetDeviceKey"), let device = wish.member("DeviceID")?.string,
            let new = wish.member("NewDeviceKey")?.string
        else { return .miataru(400) }
        if let present = keys[device], present != wish.member("CurrentDeviceKey")?.string { return .miataru(403) }
        keys[device] = new
        return .acknowledgement
    }

    private mutating func update(_ body: JSONValue) -> BaliseHTTPResponse {
        guard let config = body.member("MiataruConfig"), let entries = body.member("MiataruLocation")?.elements else {
            return .miataru(400)
        }
        updates.append(entries.compactMap { $0.member("Timestamp")?.string })
        for entry in entries {
            guard let device = entry.member("Device")?.string else { return .miataru(400) }
            if let key = keys[device], key != entry.member("DeviceKey")?.string { return .miataru(403) }
            if entry.member("Latitude")?.literal == MiataruServer.badLatitude { return .miataru(400) }
        }
        let keepsHistory = config.member("EnableLocationHistory")?.string == "True"
        for entry in entries {
            guard let device = entry.member("Device")?.string, let time = entry.member("Timestamp")?.string else {
                continue
            }
            places[device] = (keepsHistory ? places[device] ?? [] : []) + [time]
            history[device] = (keepsHistory ? history[device] ?? [] : []) + [point(device, time, entry)]
            keeping[device] = keepsHistory ? "history" : config.member("LocationDataRetentionTime")?.string
        }
        return .acknowledgement
    }

    private func point(_ device: String, _ time: String, _ entry: JSONValue) -> String {
        """
        {"Device":"\(device)","Timestamp":"\(time)","Longitude":\(entry.member("Longitude")?.literal ?? ""),\
        "Latitude":\(entry.member("Latitude")?.literal ?? ""),"HorizontalAccuracy":5}
        """
    }

    /// Adds places below the current one, in the order of time, each time once.
    private mutating func addEarlier(_ body: JSONValue) -> BaliseHTTPResponse {
        guard let device = body.member("Device")?.string, let entries = body.member("MiataruLocation")?.elements else {
            return .miataru(400)
        }
        guard let key = keys[device], key == body.member("DeviceKey")?.string else { return .miataru(403) }
        for entry in entries {
            guard let time = entry.member("Timestamp")?.string, let known = places[device], let current = known.last,
                !known.contains(time)
            else { continue }
            places[device] = (known.dropLast() + [time]).sorted() + [current]
            let earlier = point(device, time, entry)
            history[device]?.insert(earlier, at: 0)
        }
        return .acknowledgement
    }

    private func historyAnswer(_ body: JSONValue) -> BaliseHTTPResponse {
        guard let question = body.member("MiataruGetLocationHistory"), let device = question.member("Device")?.string,
            let amount = question.member("Amount")?.string.flatMap({ Int($0) })
        else { return .miataru(400) }
        let all = history[device] ?? []
        let newest = all.suffix(amount).reversed().joined(separator: ",")
        return .json(
            """
            {"MiataruServerConfig":{"MaximumNumberOfLocationUpdates":"1000",\
            "AvailableDeviceLocationUpdates":"\(all.count)"},"MiataruLocation":[\(newest)]}
            """)
    }

    private func securityStatus(_ body: JSONValue) -> BaliseHTTPResponse {
        let question = body.member("MiataruGetDeviceSecurityStatus")
        let reader = question?.member("RequestDeviceID")?.string ?? ""
        guard let key = keys[reader], key == question?.member("RequestDeviceKey")?.string else { return .miataru(403) }
        return .json(
            #"{"MiataruDeviceSecurityStatus":{"DeviceID":"\#(reader)","HasDeviceKey":true,"IsAllowedDeviceListEnabled":false}}"#
        )
    }

    /// A claimed device's key is replaced or removed.
    private mutating func change(_ call: BaliseHTTPRequest, _ body: JSONValue) -> BaliseHTTPResponse {
        let parts = call.url.path.split(separator: "/")
        guard parts.last == "key", let claimed, parts.dropLast().last.map(String.init) == claimed else {
            return .refusal(404, "NOT_FOUND")
        }
        keys[claimed] = call.method == "PUT" ? body.member("newKey")?.string : nil
        return .json(#"{"success":true,"data":{"deviceKey":"as wished"}}"#)
    }
}

extension MiataruServer {
    /// The latitude of a place that this server always refuses.
    static let badLatitude = "66.6"
}

extension BaliseHTTPResponse {
    static func miataru(_ status: Int, _ text: String = "Said in words") -> BaliseHTTPResponse {
        .json(#"{"error":"\#(text)"}"#, status: status)
    }

    static let acknowledgement = json(#"{"MiataruResponse":"ACK","MiataruVerboseResponse":"><)))x>"}"#)
}

extension BaliseHTTPRequest {
    var timestamps: [String] {
        let body = try? JSONDocument(Array(body ?? Data())).root
        return body?.member("MiataruLocation")?.elements?.compactMap { $0.member("Timestamp")?.string } ?? []
    }
}
