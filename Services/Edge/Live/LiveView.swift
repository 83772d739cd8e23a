import Models
import Synchronization

/// A stream's view of devices. Unsent events wait here, only the latest of each device: so a slow viewer misses places
/// in between and blocks no other viewer.
final class LiveView: Sendable {
    enum Viewer: Sendable {
        case reader(Reader)
        case account(AccountID, SessionID)
        case link(LinkViewer)
    }

    private enum Pending: Sendable {
        case place(GetLocation.LocationResult)
        case gone
    }

    private struct Entry {
        let device: DeviceID
        /// The device's id for the viewer: its handle if a member of a circle shares it.
        var shownDevice: DeviceID
        var mark: HeldPlaces.Mark
        /// Whether the viewer has claimed the device.
        var isOwn = false
        /// Whether the visit is recorded, or need not be. Nothing is sent before that.
        var isVisited = false
        /// Whether the client has had any event about the device, including the event that it is gone.
        var isTold = false
        var sent: HeldPlaces.Version = 0
        var pending: Pending?
        var isDirty = false
    }

    private struct State {
        var entries: [Entry] = []
        var looksAnew = false
        var isQueued = false
        var isUnderReview = false
        var hasHeartbeat = false
        /// The number of heartbeats since the visits were last recorded.
        var heartbeats = 0
        var isToBeChecked = false
        var end: LiveEnd?
        /// Whether the view has first results, and the client's earlier places were reconciled.
        var isOpen = false
        var resets = false
        var next = 0
    }

    struct Turn {
        var checksCaller: Bool
        var events: [UInt8]
        var count: Int
        var end: LiveEnd?
    }

    let viewer: Viewer
    /// The most devices of a view. Above this number, a user's stream begins anew. That frees the memory of devices
    /// that are no longer visible, and keeps a question below the location service's limit
    /// (`ReviewViews.maximumDevices`).
    static let maximumDevices = 4 * GetPlaces.maximumDevices

    /// The most events that are sent together. Sent events cannot be revoked, and use memory until the client reads
    /// them; unsent events are checked again.
    static let eventsAtOnce = 32

    let context: MessageContext
    private let key: EventKey
    private let held: HeldPlaces?
    private let resumes: Bool
    private let state = Mutex(State())
    private let signal = Signal()

    /// - Parameter lastEventID: The id from an earlier stream; nil for a new stream.
    init(_ viewer: Viewer, after lastEventID: String?, key: EventKey, context: MessageContext) {
        self.viewer = viewer
        self.key = key
        resumes = lastEventID != nil
        held = if let lastEventID { HeldPlaces(eventID: lastEventID) } else { HeldPlaces() }
        var context = context
        context.timeout = LiveView.timeout
        self.context = context
    }

    private static let timeout = Duration.seconds(5)

    var devices: [DeviceID] { state.withLock { $0.entries.map(\.device) } }

    /// The devices that the viewer watches, and the reader's own device.
    var watched: Set<DeviceID> {
        var watched = Set(devices)
        if case .reader(let reader) = viewer, let device = reader.device { watched.insert(device) }
        return watched
    }

    var visited: [DeviceID] { state.withLock { $0.entries.filter(\.isVisited).map(\.device) } }

    /// Whether the viewer has a share link. Such a viewer does not learn which device it sees.
    private var isOfLink: Bool { if case .link = viewer { true } else { false } }

    /// Takes the result of a look whose visits are recorded. Other devices stay as they are.
    func show(_ devices: [DeviceID], _ found: [GetLocation.LocationResult?]) {
        state.withLock { state in
            open(with: devices, in: &state)
            for (device, found) in zip(devices, found) {
                let index = index(of: device, in: &state)
                state.entries[index].isVisited = found != nil
                offer(found, at: index, in: &state)
            }
        }
        signal.raise()
    }

    /// Shows all visible places, whose visits are recorded. Absent devices become invisible. Returns the new devices.
    func show(_ places: [GetPlaces.Place]) -> [DeviceID] {
        let added = state.withLock { state in
            let known = state.entries.count
            for place in places { name(place.device, place.shownDevice, in: &state) }
            open(with: places.map(\.device), in: &state)
            var missing = Set(0..<known)
            for place in places {
                let index = index(of: place.device, in: &state)
                missing.remove(index)
                state.entries[index].isOwn = place.isOwn
                state.entries[index].isVisited = place.found != nil || place.isOwn
                offer(place.found, at: index, in: &state)
            }
            for index in missing {
                state.entries[index].isVisited = false
                offer(nil, at: index, in: &state)
            }
            if state.entries.count > LiveView.maximumDevices { state.end = state.end ?? .closing }
            return state.entries[known...].map(\.device)
        }
        signal.raise()
        return added
    }

    /// Returns the visible devices without a recorded visit. An invisible device loses its visit, because it may have
    /// another owner later, or its visitors may be erased.
    func review(
        _ devices: [DeviceID], _ found: [GetLocation.LocationResult?], hidden: Set<DeviceID> = []
    ) -> [DeviceID] {
        let unvisited = state.withLock { state in
            var unvisited: [DeviceID] = []
            for (device, found) in zip(devices, found) {
                let index = index(of: device, in: &state)
                if let found, !state.entries[index].isVisited {
                    unvisited.append(found.device)
                } else {
                    state.entries[index].isVisited = found != nil
                    offer(found, at: index, in: &state)
                }
            }
            return unvisited
        }
        signal.raise()
        return unvisited
    }

    private func offer(_ found: GetLocation.LocationResult?, at index: Int, in state: inout State) {
        if let found { name(state.entries[index].device, found.device, in: &state) }
        let version = key.version(of: found)
        let entry = state.entries[index]
        if version == entry.sent, entry.isTold {
            state.entries[index].pending = nil
        } else {
            state.entries[index].pending = found.map(Pending.place) ?? .gone
        }
    }

    private func index(of device: DeviceID, in state: inout State) -> Int {
        if let index = state.entries.firstIndex(where: { $0.device == device }) { return index }
        state.entries.append(Entry(device: device, shownDevice: device, mark: key.mark(of: device)))
        return state.entries.count - 1
    }

    /// Sets the id under which a person sees a device. If the client has had the device under another id, because the
    /// device has another owner now, the stream begins anew.
    private func name(_ device: DeviceID, _ shownDevice: DeviceID, in state: inout State) {
        guard case .account = viewer else { return }
        let index = index(of: device, in: &state)
        guard state.entries[index].shownDevice != shownDevice else { return }
        if state.entries[index].isTold { state.end = state.end ?? .closing }
        state.entries[index].shownDevice = shownDevice
        state.entries[index].mark = key.mark(of: shownDevice)
    }

    /// Compares the client's places from an earlier stream with the visible devices, once.
    private func open(with devices: [DeviceID], in state: inout State) {
        guard !state.isOpen else { return }
        state.isOpen = true
        for device in devices { _ = index(of: device, in: &state) }
        guard let held, held.isWhole(for: state.entries.lazy.map(\.mark)) else {
            state.resets = true
            return
        }
        for index in state.entries.indices {
            state.entries[index].sent = held.version(of: state.entries[index].mark)
            state.entries[index].isTold = resumes
        }
    }

    // MARK: Questions

    /// Marks a device as changed; nil marks all devices. Returns whether the view must be queued.
    func markDirty(_ device: DeviceID?) -> Bool {
        state.withLock { state in
            let isReader = if case .reader(let reader) = viewer { reader.device == device } else { false }
            let own = device.map { device in state.entries.contains { $0.device == device && $0.isOwn } } ?? false
            let isAll = device == nil || isReader || own
            for index in state.entries.indices where isAll || state.entries[index].device == device {
                state.entries[index].isDirty = true
            }
            return enqueue(&state)
        }
    }

    func markToLookAnew() -> Bool {
        state.withLock { state in
            state.looksAnew = true
            return enqueue(&state)
        }
    }

    private func enqueue(_ state: inout State) -> Bool {
        guard !state.isQueued, state.end == nil else { return false }
        state.isQueued = true
        return !state.isUnderReview
    }

    /// Begins a review. Until `endReview`, the view is queued at most once, so that no answer overtakes an earlier one.
    func beginReview() -> (devices: [DeviceID], looksAnew: Bool) {
        state.withLock { state in
            state.isQueued = false
            state.isUnderReview = true
            let devices = state.entries.filter(\.isDirty).map(\.device)
            for index in state.entries.indices { state.entries[index].isDirty = false }
            defer { state.looksAnew = false }
            return (devices, state.looksAnew)
        }
    }

    /// Ends the review. Returns true if something changed in between, so that the view must be queued again.
    func endReview() -> Bool {
        state.withLock { state in
            state.isUnderReview = false
            return state.isQueued && state.end == nil
        }
    }

    // MARK: Writing

    /// The heartbeats after which visits are recorded again, so that a long viewer stays a latest visitor.
    static let heartbeatsOfVisit = 4

    func beat() {
        state.withLock { state in
            state.hasHeartbeat = true
            state.heartbeats += 1
            if state.heartbeats == LiveView.heartbeatsOfVisit {
                state.heartbeats = 0
                for index in state.entries.indices where !state.entries[index].isOwn {
                    state.entries[index].isVisited = false
                }
            }
        }
        signal.raise()
    }

    func checkCaller() {
        state.withLock { $0.isToBeChecked = true }
        signal.raise()
    }

    /// Ends the view. From now on it sends only the reason.
    func end(_ reason: LiveEnd) {
        state.withLock { $0.end = $0.end ?? reason }
        signal.raise()
    }

    func untilNextTurn() async { await signal.wait() }

    /// Returns the next work of the stream. The caller must write its events. More work may follow at once.
    func takeTurn() -> Turn {
        state.withLock { state in
            var turn = Turn(
                checksCaller: state.isToBeChecked || state.hasHeartbeat, events: [], count: 0, end: state.end)
            state.isToBeChecked = false
            guard state.end == nil else { return turn }
            if state.resets { turn.events = EventStreamText.reset }
            state.resets = false
            // The search begins where the last turn ended, so that the first devices do not delay the others.
            let first = state.next
            state.next = 0
            for place in state.entries.indices {
                let index = (first + place) % state.entries.count
                guard let pending = state.entries[index].pending else { continue }
                guard turn.count < LiveView.eventsAtOnce else {
                    state.next = index
                    break
                }
                state.entries[index].pending = nil
                state.entries[index].isTold = true
                switch pending {
                case .place(let found):
                    state.entries[index].sent = key.version(of: found)
                    turn.events +=
                        isOfLink
                        ? EventStreamText.shared(found) : EventStreamText.place(found, id: eventID(state))
                case .gone:
                    state.entries[index].sent = 0
                    turn.events +=
                        isOfLink
                        ? EventStreamText.sharedGone
                        : EventStreamText.gone(state.entries[index].shownDevice, id: eventID(state))
                }
                turn.count += 1
            }
            if turn.count > 0 { turn.checksCaller = true }
            if state.hasHeartbeat, turn.events.isEmpty { turn.events = EventStreamText.heartbeat }
            state.hasHeartbeat = false
            return turn
        }
    }

    private func eventID(_ state: State) -> String {
        HeldPlaces.eventID(of: state.entries.lazy.map { (mark: $0.mark, version: $0.sent) })
    }
}
