struct ListCall {
    let name: String
    let path: String
    /// Whether nothing may be what is found.
    private let mayBeEmpty: Bool

    private init(_ name: String, _ path: String, mayBeEmpty: Bool = false) {
        (self.name, self.path, self.mayBeEmpty) = (name, path, mayBeEmpty)
    }

    /// The elements of its arrays, or the lines of a text. Throws for a refusal, and for none where there have to be some.
    func rows(of reply: AppClient.Reply) throws -> Int {
        guard reply.status == 200 else { throw CommandError(description: "GET \(path) was answered \(reply.status)") }
        var count = reply.body.split(separator: UInt8(ascii: "\n")).count
        if let object = (try? JSONSerialization.jsonObject(with: reply.body)) as? [String: Any] {
            let arrays = object.values.compactMap { $0 as? [Any] }
            count = arrays.isEmpty ? 1 : arrays.reduce(0) { $0 + $1.count }
        }
        guard count > 0 || mayBeEmpty else { throw CommandError(description: "GET \(path) has no rows") }
        return count
    }

    /// Every list, and the calls that the console's pages make with it.
    static func all(about rows: ListRows) -> [ListCall] {
        var calls = people
        calls += onePerson(rows)
        calls += pushes
        calls += logs(rows.asked)
        calls += [
            ListCall("API keys", "/api-keys"),
            ListCall("installations", "/installations"),
            ListCall("backups", "/backups", mayBeEmpty: true),
            ListCall("settings", "/settings"),
            ListCall("signing keys", "/signing-keys"),
            ListCall("console sessions", "/console-sessions", mayBeEmpty: true),
            ListCall("missing accounts", "/missing-accounts", mayBeEmpty: true),
            ListCall("overview: metrics", "/metrics"),
            ListCall("overview: readiness", "/readyz"),
        ]
        return calls
    }

    private static var people: [ListCall] {
        var calls = [
            ListCall("people", "/accounts"),
            ListCall("people, 200", "/accounts?limit=200"),
            ListCall("name that few have", "/accounts?query=grace"),
            ListCall("name that most have", "/accounts?query=ada"),
            ListCall("name that nobody has", "/accounts?query=zoe", mayBeEmpty: true),
            // Many have it and none of the newest, so a page ends after so many accounts, with a cursor and without rows.
            ListCall("user names", "/accounts?query=user00", mayBeEmpty: true),
            ListCall("made lately", "/accounts?since=\(ListRows.sinceLately)"),
            ListCall("active", "/accounts?status=active"),
            ListCall("disabled", "/accounts?status=disabled"),
            ListCall(
                "disabled, named, by nothing", "/accounts?query=ada&status=disabled&method=anonymous",
                mayBeEmpty: true),
        ]
        for method in ["password", "apple", "provider", "passkey", "email-code", "anonymous"] {
            // Few or none have some of these, and then the page ends after so many people.
            calls.append(ListCall("by \(method)", "/accounts?method=\(method)", mayBeEmpty: true))
        }
        return calls
    }

    private static func onePerson(_ rows: ListRows) -> [ListCall] {
        let person = "/accounts/\(rows.asked)"
        return [
            ListCall("a person", person),
            ListCall("a person by name", "/accounts/\(rows.askedName)?by=name"),
            ListCall("their sessions", "\(person)/sessions"),
            ListCall("their devices", "\(person)/devices"),
            ListCall("their preferences", "\(person)/preferences"),
            ListCall("their inbox", "\(person)/inbox"),
        ]
    }

    private static var pushes: [ListCall] {
        var calls = [
            ListCall("announcements", "/announcements"),
            ListCall("series", "/series"),
            ListCall("push devices by token", "/push-devices?token=\(ListRows.tokenPrefix)"),
            ListCall("push devices by session", "/push-devices?session=\(ListRows.session)"),
            ListCall("push health", "/push-health", mayBeEmpty: true),
            ListCall("notifications", "/notifications"),
        ]
        for state in ["scheduled", "done", "cancelled"] {
            calls.append(ListCall("notifications \(state)", "/notifications?state=\(state)"))
        }
        // Push would work at one that is on its way.
        for state in ["deciding", "delivering"] {
            calls.append(ListCall("notifications \(state)", "/notifications?state=\(state)", mayBeEmpty: true))
        }
        return calls
    }

    private static func logs(_ person: String) -> [ListCall] {
        let events = "/security-events"
        return [
            ListCall("audit log", "/audit"),
            ListCall("audit log of a person", "/audit?account=\(person)"),
            ListCall("security events", events),
            ListCall("of a kind that many are of", "\(events)?event=sign-in-refused"),
            ListCall("of a kind that few are of", "\(events)?event=password-changed"),
            ListCall("of a person", "\(events)?account=\(person)"),
            ListCall("of a person and a kind", "\(events)?account=\(person)&event=sign-in-refused"),
            ListCall("warnings", "/warnings", mayBeEmpty: true),
        ]
    }
}
