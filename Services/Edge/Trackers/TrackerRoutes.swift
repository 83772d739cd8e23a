import HTTPTypes

enum TrackerRoutes {
    static let root = "/trackers"
    /// The path of OwnTracks' own Recorder, which users may have configured in their apps.
    static let recorderPath = "/pub"

    /// The routes. Paths ignore case and a slash at the end, because people type them into phones. Apps that cannot
    /// send a header field have the token in the path.
    static let all: [Route<TrackerForm>] =
        [recorderPath, "\(root)/owntracks", "\(root)/owntracks/{token}"].map { post($0, .ownTracks) }
        + ["\(root)/overland", "\(root)/overland/{token}"].flatMap { [post($0, .overland), get($0, .overland)] }
        + ["\(root)/osmand", "\(root)/osmand/{token}"].flatMap { [post($0, .osmAnd), get($0, .osmAnd)] }

    private static func post(_ path: String, _ form: TrackerForm) -> Route<TrackerForm> {
        Route(.post, path, name: form.rawValue, isLenient: true, form)
    }

    private static func get(_ path: String, _ form: TrackerForm) -> Route<TrackerForm> {
        Route(.get, path, name: form.rawValue, isLenient: true, form)
    }
}
