import BaliseJSON
import MessageBus
import Models
import Synchronization

/// New places of a device as the texts of their pushes, made once for all viewers.
struct PushedPlaces: Sendable {
    let texts: [[UInt8]]
    /// The hash of the last text; nil without texts, because the location service has dropped the places.
    let last: Int?

    init(_ locations: [Location], of device: DeviceID) {
        texts = locations.map { PushedPlaces.text($0, of: device) }
        last = locations.last?.hashValue
    }

    /// - Parameter value: The value from the feed. An unreadable value counts as dropped places.
    init(_ value: [UInt8], of device: DeviceID) {
        let points = try? FeedValue.read(ChangedPoints.self, from: value)
        self.init(points?.locations ?? [], of: device)
    }

    static func text(_ location: Location, of device: DeviceID) -> [UInt8] {
        var json = JSONWriter(capacity: 192)
        json.write("{")
        json.write(location, of: device)
        json.write("}")
        return json.bytes
    }
}

/// One subscription of a WebSocket. Pushes wait here in order until the location service confirms that the reader may
/// see their device. After a gap in the changes, the present place is sent: at once if it is known, or after a later
/// review.
final class PushView: LiveViewing {
    /// The most bytes that wait. Beyond this number the client is too slow.
    static let maximumBytes = 1 << 20
    static let pushesAtOnce = 32

    private struct Entry {
        /// Whether the visit is recorded, or need not be. Nothing is sent before that.
        var isVisited = false
        var isDirty = false
        /// Whether the changes of the device may be incomplete.
        var hasGap = false
        /// The hash of the place last queued or in the snapshot, so that it is not queued twice; nil without one.
        var latest: Int?
        /// The hash of another place that the last review found, for the next review: its change may be on its way.
        var unreported: Int?
    }

    private struct Push {
        let device: DeviceID
        let text: [UInt8]
    }

    private struct State {
        var entries: [DeviceID: Entry]
        /// The pushes: first the approved pushes, then the pushes under review, then later pushes.
        var queue: [Push] = []
        var approved = 0
        var judged = 0
        var bytes = 0
        /// The devices that are visible in the current review and whose visit is recorded.
        var cleared: Set<DeviceID> = []
        /// Whether the subscription has its snapshot. Reviews begin then.
        var isOpen = false
        var isQueued = false
        var isUnderReview = false
        var heartbeats = 0
        var hasEnded = false
    }

    let reader: Reader
    let context: MessageContext
    let watched: Set<DeviceID>
    private let news: Signal
    private let onEnd: @Sendable (WebSocketEnd) -> Void
    private let state: Mutex<State>

    /// `news` is raised when something can be sent; `onEnd` closes the socket.
    init(
        _ reader: Reader, of devices: [DeviceID], context: MessageContext, news: Signal,
        onEnd: @escaping @Sendable (WebSocketEnd) -> Void
    ) {
        self.reader = reader
        self.context = context
        self.news = news
        self.onEnd = onEnd
        watched = Set(devices).union([reader.device].compactMap(\.self))
        state = Mutex(State(entries: Dictionary(devices.map { ($0, Entry()) }) { first, _ in first }))
    }

    var viewer: LiveView.Viewer { .reader(reader) }
    var isWatching: Bool { true }
    var devices: [DeviceID] { state.withLock { Array($0.entries.keys) } }
    var visited: [DeviceID] { [] }

    // MARK: Places

    /// Takes the result of the first look, after the changes until then were added. The snapshot contains all that was
    /// stored before it, so the pushes of these changes are dropped. Returns whether the view must be queued.
    func open(_ devices: [DeviceID], _ reply: GetLocation.Reply) -> Bool {
        let hidden = Set((reply.hidden ?? []).filter(devices.indices.contains).map { devices[$0] })
        return state.withLock { state in
            state.judged = state.queue.count
            for (device, found) in zip(devices, reply.found) where state.entries[device] != nil {
                if hidden.contains(device) {
                    drop(device, in: &state)
                    state.entries[device] = nil
                    continue
                }
                state.entries[device]?.isVisited = found != nil
                guard let found else { continue }
                let shown = PushedPlaces.text(found.location, of: device)
                if let last = state.queue.lastIndex(where: { $0.device == device && $0.text == shown }) {
                    drop(device, before: last + 1, in: &state)
                }
                if !state.queue.contains(where: { $0.device == device }) {
                    state.entries[device]?.latest = found.location.hashValue
                }
            }
            state.judged = 0
            state.isOpen = true
            return enqueue(&state)
        }
    }

    func add(_ places: PushedPlaces, of device: DeviceID) {
        let isTooSlow = state.withLock { state in
            guard !state.hasEnded, state.entries[device] != nil else { return false }
            guard let last = places.last else {
                state.entries[device]?.hasGap = true
                return false
            }
            state.entries[device]?.latest = last
            state.entries[device]?.unreported = nil
            for text in places.texts {
                state.queue.append(Push(device: device, text: text))
                state.bytes += text.count
            }
            return state.bytes > PushView.maximumBytes
        }
        if isTooSlow { close(.refused("Client is too slow")) }
    }

    /// Returns the next approved pushes, at most `pushesAtOnce`.
    func takeTurn() -> [[UInt8]] {
        state.withLock { state in
            let turn = state.queue.prefix(min(state.approved, PushView.pushesAtOnce)).map(\.text)
            state.queue.removeFirst(turn.count)
            state.approved -= turn.count
            state.judged -= turn.count
            state.bytes -= turn.reduce(0) { $0 + $1.count }
            return turn
        }
    }

    // MARK: Reviews

    func markDirty(_ device: DeviceID?) -> Bool {
        state.withLock { state in
            if let device, device != reader.device {
                state.entries[device]?.isDirty = true
            } else {
                for device in state.entries.keys { state.entries[device]?.isDirty = true }
            }
            return enqueue(&state)
        }
    }

    func markToLookAnew() -> Bool { false }

    func markGap() {
        state.withLock { state in
            for device in state.entries.keys { state.entries[device]?.hasGap = true }
        }
    }

    private func enqueue(_ state: inout State) -> Bool {
        let hasWork = state.entries.values.contains { $0.isDirty }
        guard hasWork, state.isOpen, !state.isQueued, !state.hasEnded else { return false }
        state.isQueued = true
        return !state.isUnderReview
    }

    func beginReview() -> (devices: [DeviceID], looksAnew: Bool) {
        state.withLock { state in
            state.isQueued = false
            state.isUnderReview = true
            state.judged = state.queue.count
            state.cleared = []
            let devices = state.entries.filter { $0.value.isDirty }.map(\.key)
            for device in devices { state.entries[device]?.isDirty = false }
            return (devices, false)
        }
    }

    func endReview() -> Bool {
        state.withLock { state in
            state.isUnderReview = false
            return state.isQueued && !state.hasEnded
        }
    }

    /// Takes the result of a review. A hidden device is dropped silently; only a new subscription can name it.
    func review(
        _ devices: [DeviceID], _ found: [GetLocation.LocationResult?], hidden: Set<DeviceID>
    ) -> [DeviceID] {
        let unvisited = state.withLock { state in
            var unvisited: [DeviceID] = []
            for (device, found) in zip(devices, found) where state.entries[device] != nil {
                if hidden.contains(device) {
                    drop(device, in: &state)
                    state.entries[device] = nil
                } else if found != nil, state.entries[device]?.isVisited == false {
                    unvisited.append(device)
                } else {
                    settle(device, found, in: &state)
                }
            }
            approve(&state)
            return unvisited
        }
        news.raise()
        return unvisited
    }

    /// Takes the places after the visits of a review were recorded.
    func show(_ devices: [DeviceID], _ found: [GetLocation.LocationResult?]) {
        state.withLock { state in
            for (device, found) in zip(devices, found) where state.entries[device] != nil {
                state.entries[device]?.isVisited = found != nil
                settle(device, found, in: &state)
            }
            approve(&state)
        }
        news.raise()
    }

    func show(_ places: [GetPlaces.Place]) -> [DeviceID] { [] }

    /// Settles a device after a review. A device without a place has lost it since, so nothing of it is sent.
    private func settle(_ device: DeviceID, _ found: GetLocation.LocationResult?, in state: inout State) {
        guard let found else {
            drop(device, in: &state)
            state.entries[device]?.isVisited = false
            return
        }
        state.cleared.insert(device)
        let version = found.location.hashValue
        guard var entry = state.entries[device] else { return }
        defer { state.entries[device] = entry }
        let isDue = entry.hasGap || entry.unreported == version
        entry.hasGap = false
        entry.unreported = entry.latest == version || isDue ? nil : version
        guard isDue, entry.latest != version else { return }
        entry.latest = version
        let push = Push(device: device, text: PushedPlaces.text(found.location, of: device))
        state.queue.insert(push, at: state.judged)
        state.judged += 1
        state.bytes += push.text.count
    }

    /// Approves pushes in the order of the queue. A push whose review has failed holds back the later pushes.
    private func approve(_ state: inout State) {
        while state.approved < state.judged, state.cleared.contains(state.queue[state.approved].device) {
            state.approved += 1
        }
    }

    /// Drops the judged pushes of a device; with `end`, the pushes before this index.
    private func drop(_ device: DeviceID, before end: Int? = nil, in state: inout State) {
        let end = end ?? state.judged
        var kept: [Push] = []
        var (approved, judged) = (state.approved, state.judged)
        for (index, push) in state.queue.enumerated() {
            guard push.device == device, index < end else {
                kept.append(push)
                continue
            }
            state.bytes -= push.text.count
            if index < state.approved { approved -= 1 }
            if index < state.judged { judged -= 1 }
        }
        (state.queue, state.approved, state.judged) = (kept, approved, judged)
    }

    // MARK: Time and end

    /// Takes a heartbeat. Visits are recorded again after some heartbeats, so that a long viewer stays in the list.
    func beat() {
        state.withLock { state in
            state.heartbeats += 1
            guard state.heartbeats == LiveView.heartbeatsOfVisit else { return }
            state.heartbeats = 0
            for device in state.entries.keys { state.entries[device]?.isVisited = false }
        }
    }

    /// Does nothing, because the location service checks a reader in each review.
    func checkCaller() {}

    func end(_ reason: LiveEnd) {
        switch reason {
        case .refused: close(.refused("Forbidden: the key of the device that asks is missing or wrong"))
        case .unavailable: close(.failure)
        default: close(.goingAway)
        }
    }

    private func close(_ end: WebSocketEnd) {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            // Nothing is sent after the end.
            (state.queue, state.approved, state.judged, state.bytes) = ([], 0, 0, 0)
            return !state.hasEnded
        }
        if isFirst { onEnd(end) }
    }
}
