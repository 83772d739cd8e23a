enum Visits {
    /// The visitors of a device, newest first. A visit may be recorded a moment after its answer.
    static func expect(
        _ visitors: [String], of device: String, key: String? = nil, on balise: RunningBalise,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var seen: [String] = []
        try? await eventually("the visits are recorded") {
            seen = try await list(of: device, key: key, on: balise)
            return seen.elementsEqual(visitors) { $0.utf8.elementsEqual($1.utf8) }
        }
        #expect(seen == visitors, sourceLocation: sourceLocation)
    }

    static func list(of device: String, key: String? = nil, on balise: RunningBalise) async throws -> [String] {
        let read = try await balise.accept(.getVisitorHistory, Miataru.visitors(of: device, key: key))
        return (read["MiataruVisitors"]?.elements ?? []).map { $0["DeviceID"]?.text ?? "?" }
    }
}
