import BaliseAPI
import HTTPTypes
import Models
import NIOCore

/// The protocols of tracker apps, unmodified: OwnTracks, Overland, and the OsmAnd form of Traccar Client, OsmAnd and
/// GPSLogger. Some apps delete a place after any 4xx, other apps keep it for ever. So a place that can never be
/// accepted gets a 200 and is counted, a place that may be accepted later gets a 503, and only a wrong credential, path
/// or method is refused.
struct TrackersAPI: API {
    let name = "trackers"
    let routes: [Route<TrackerForm>] = TrackerRoutes.all
    private let reporter: TrackerReporter

    init(_ reporter: TrackerReporter) { self.reporter = reporter }

    func covers(_ path: String) -> Bool {
        path == TrackerRoutes.recorderPath || path.utf8.starts(with: "\(TrackerRoutes.root)/".utf8)
    }

    func wantsBody(_ headers: RequestHeaders) -> Bool { true }

    func answer(_ request: EdgeRequest, by route: Route<TrackerForm>) async throws(EdgeError) -> Answer {
        try await reporter.answer(request, in: route.handler)
    }

    /// Renders an error. The path may contain a token, so no answer repeats it.
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        let form = TrackerForm(path: path)
        let status = error.status
        switch status {
        case .unauthorized, .notFound, .methodNotAllowed, .notImplemented: return form.refusal(error)
        // The request could not be read, so a repetition would fail, too. A broken connection is no such error.
        case _ where (400..<500).contains(status.code) && status != .tooManyRequests && !error.closesConnection:
            reporter.counts.discard(status == .contentTooLarge ? .tooLarge : .malformed, in: form)
            return form.success()
        default:
            var answer = Answer(.serviceUnavailable)
            if error.retryAfter == nil { answer.fields.append(HTTPField(name: .retryAfter, value: "1")) }
            return answer
        }
    }
}

/// The form of an app. Forms differ in their bodies, and in the parts of an answer that their apps read.
enum TrackerForm: String, Sendable, CaseIterable {
    case ownTracks = "owntracks"
    case overland
    case osmAnd = "osmand"

    /// Finds the form by the path alone, because the path may have no route, and nothing else tells which app reads the
    /// answer to a bad request.
    init(path: String) {
        let path = path.lowercased()
        let named = TrackerForm.allCases.first { path.utf8.starts(with: "\(TrackerRoutes.root)/\($0.rawValue)".utf8) }
        let recorderPaths = [TrackerRoutes.recorderPath, TrackerRoutes.recorderPath + "/"]
        self = recorderPaths.contains(path) ? .ownTracks : named ?? .osmAnd
    }

    /// The most bytes of a body. A larger body is counted and acknowledged, or the app would send it for ever.
    var maximumBytes: Int {
        switch self {
        case .ownTracks: 256 << 10
        case .overland: 4 << 20
        case .osmAnd: 1 << 20
        }
    }

    /// Returns the answer after which the app deletes the places that it has sent.
    func success(_ ownTracks: [UInt8] = Array("[]".utf8)) -> Answer {
        switch self {
        case .ownTracks: Answer(.ok, .plainJSON, ByteBuffer(bytes: ownTracks))
        // Overland deletes a batch only after this body.
        case .overland: Answer(.ok, .plainJSON, ByteBuffer(string: #"{"result":"ok"}"#))
        case .osmAnd: Answer(.ok)
        }
    }

    func refusal(_ error: EdgeError) -> Answer {
        var answer = Answer(error.status)
        if self == .overland, error.status == .unauthorized {
            // Overland shows the text to its user.
            let text = #"{"error":"The access token is not valid."}"#
            answer = Answer(error.status, .plainJSON, ByteBuffer(string: text))
        }
        guard error.status == .unauthorized else { return answer }
        let challenge = self == .overland ? "Bearer" : #"Basic realm="Balise trackers", charset="UTF-8""#
        return answer.with(HTTPField(name: .wwwAuthenticate, value: challenge), .noStore)
    }
}

extension HTTPField {
    /// The type of JSON answers. JSON is UTF-8, and these apps compare the whole type.
    static let plainJSON = HTTPField(name: .contentType, value: "application/json")
}
