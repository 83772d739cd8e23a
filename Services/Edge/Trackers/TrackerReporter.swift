import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models
import NIOCore

/// Turns a request of a tracker app into one message, and the reply into the app's answer.
struct TrackerReporter: Sendable {
    let credentials: TrackerCredentials
    let counts: TrackerCounts
    let clock: any WallClock

    func answer(_ request: EdgeRequest, in form: TrackerForm) async throws(EdgeError) -> Answer {
        let token = try TrackerToken(request)
        let read =
            request.body.count > form.maximumBytes
            ? TrackerRequest(discarding: .tooLarge) : form.read(request, at: clock.now())
        let message = ReportByTracker(
            token: Personal(token.text), reports: read.reports, speedUnit: read.speedUnit,
            wantsFriends: read.wantsFriends, isManual: read.isManual)
        let reply: ReportByTracker.Reply
        do throws(EdgeError) {
            reply = try await credentials.send(message, of: token, from: request)
        } catch {
            // An app without header fields cannot show another token, and with a 404 a guess reveals nothing.
            throw error.code == .invalidToken && token.isInPath ? EdgeError(.notFound, "") : error
        }
        for (reason, count) in read.discarded { counts.discard(reason, count, in: form) }
        counts.discard(.outOfRange, reply.discarded, in: form)
        if let id = read.id, !id.isExactly(reply.device.text) { counts.noteOtherID(in: form) }
        if form == .overland, request.method != .post {
            var account = JSONObject()
            account.set("name", reply.device.text)
            return Answer(.ok, .plainJSON, ByteBuffer(bytes: account.bytes))
        }
        guard !reply.places.isEmpty else { return form.success() }
        return form.success(OwnTracksFriends(reply, tidOfOwn: read.tid).json)
    }
}

extension TrackerForm {
    fileprivate func read(_ request: EdgeRequest, at now: UnixTime) -> TrackerRequest {
        switch self {
        case .ownTracks: TrackerRequest(ownTracks: request.body, at: now)
        // A GET asks for the account of the token.
        case .overland: request.method == .post ? TrackerRequest(overland: request.body, at: now) : TrackerRequest()
        case .osmAnd: TrackerRequest(osmAnd: request, at: now)
        }
    }
}

struct TrackerRequest: Sendable {
    var reports: [TrackerReport] = []
    var discarded: [DiscardReason: Int] = [:]
    /// The unit of speeds; nil for a form without a unit of its own.
    var speedUnit: SpeedUnit?
    var wantsFriends = false
    var isManual = false
    /// The two letters of the app's own device in OwnTracks; nil if the app sends none.
    var tid: String?
    /// The name that the app gives itself. It identifies no device.
    var id: String?

    init() {}

    init(discarding reason: DiscardReason) { discard(reason) }

    mutating func discard(_ reason: DiscardReason) { discarded[reason, default: 0] += 1 }

    /// Adds a place. If a request has too many places, the excess is discarded and counted.
    mutating func add(_ report: TrackerReport) {
        guard reports.count < ReportByTracker.maximumReports else { return discard(.tooMany) }
        reports.append(report)
    }

    /// Adds the present place. If a request has too many places, the present place replaces the oldest one.
    mutating func addPresent(_ report: TrackerReport) {
        guard reports.count >= ReportByTracker.maximumReports else { return add(report) }
        guard !reports.contains(where: { $0.fixedAt == report.fixedAt }) else { return }
        discard(.tooMany)
        let oldest = reports.indices.min { reports[$0].fixedAt < reports[$1].fixedAt }
        guard let oldest, reports[oldest].fixedAt < report.fixedAt else { return }
        reports.remove(at: oldest)
        reports.append(report)
    }
}
