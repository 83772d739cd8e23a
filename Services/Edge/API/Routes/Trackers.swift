import BaliseAPI
import BaliseJSON
import Foundation
import Models

func listTrackers(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let trackers = try await call.send(ListTrackers(account: caller.account))
    return .enveloped(BaliseTrackerList(trackers: trackers.map(BaliseTracker.init), totalCount: trackers.count))
}

func createTracker(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateTrackerRequest.self)
    guard let address = call.address else { throw .internalFailure("the server has no address") }
    let server = try address.text(for: call.request)
    guard body.device.length <= DeviceID.maximumLength, let device = DeviceID(body.device) else {
        throw EdgeError(CreateTrackerRequest.invalidDevice)
    }
    let settings = TrackerChanges(
        name: body.name.map { Personal($0) }, speedUnit: body.speedUnit, readsFriends: body.friends,
        keepsHistory: body.history, retentionMinutes: body.retentionMinutes)
    let made = try await call.send(CreateTracker(account: caller.account, device: device, settings: settings))
    let links = TrackerLinks(made.token, of: made.tracker, at: server)
    return .enveloped(
        CreatedTracker(
            tracker: BaliseTracker(made.tracker), token: made.token, links: links, qrCodes: links.qrCodes))
}

func changeTracker(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeTrackerRequest.self)
    let settings = TrackerChanges(
        name: body.name.map { Personal($0) }, speedUnit: body.speedUnit, readsFriends: body.friends,
        keepsHistory: body.history, retentionMinutes: body.retentionMinutes)
    let message = ChangeTracker(account: caller.account, tracker: try call.id(), settings: settings)
    return .enveloped(BaliseTracker(try await call.send(message)))
}

func revokeTracker(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        RevokeTracker(account: caller.account, tracker: try call.id()), done: "The tracker can report no more places.")
}

extension BaliseTracker {
    init(_ tracker: Tracker) {
        self.init(
            id: tracker.id.text, device: tracker.device.text, name: tracker.name.value, speedUnit: tracker.speedUnit,
            friends: tracker.readsFriends, history: tracker.keepsHistory, retentionMinutes: tracker.retentionMinutes,
            createdAt: tracker.createdAt.date, lastUsedAt: tracker.lastUsedAt?.date)
    }
}

extension TrackerLinks {
    init(_ token: SecretText, of tracker: Tracker, at server: String) {
        let trackers = "\(server)\(TrackerRoutes.root)"
        let osmAnd = "\(trackers)/\(TrackerForm.osmAnd.rawValue)/\(token.value)"
        let overland = [
            ("url", "\(trackers)/\(TrackerForm.overland.rawValue)"), ("token", token.value),
            ("device_id", tracker.device.text),
        ]
        self.init(
            ownTracks: SecretText(
                "owntracks:///config?inline=" + TrackerLinks.ownTracks(token, of: tracker, at: trackers)),
            overland: SecretText("overland://setup?" + PercentEncoding.encode(overland)),
            traccar: SecretText(osmAnd),
            osmAnd: SecretText(
                "\(osmAnd)?lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}"),
            gpsLogger: SecretText(
                "\(osmAnd)?lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&accuracy=%ACC&altitude=%ALT&speed=%SPD&bearing=%DIR"
                    + "&batt=%BATT"))
    }

    /// Each link as a QR code; nil if a link is too long, as with a device id of many foreign letters.
    fileprivate var qrCodes: TrackerLinks? {
        guard let ownTracks = ownTracks.qrCode, let overland = overland.qrCode, let traccar = traccar.qrCode,
            let osmAnd = osmAnd.qrCode, let gpsLogger = gpsLogger.qrCode
        else { return nil }
        return TrackerLinks(
            ownTracks: ownTracks, overland: overland, traccar: traccar, osmAnd: osmAnd, gpsLogger: gpsLogger)
    }

    /// Returns the configuration of OwnTracks. Mode 3 is HTTP. Android sends no password without a user name, so the
    /// name is set although nothing reads it.
    private static func ownTracks(_ token: SecretText, of tracker: Tracker, at trackers: String) -> String {
        var tids = OwnTracksIDs()
        var settings = JSONObject()
        settings.set("_type", "configuration")
        settings.set("mode", 3 as Int)
        settings.set("url", "\(trackers)/\(TrackerForm.ownTracks.rawValue)")
        settings.set("auth", true)
        settings.set("username", "balise")
        settings.set("password", token)
        settings.set("deviceId", tracker.device.text)
        settings.set("tid", tids.take(for: tracker.device))
        return PercentEncoding.encode(Data(settings.bytes).base64EncodedString())
    }
}
