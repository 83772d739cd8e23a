// One viewer of live places: what it looks at, what it has, and what is to be sent to it.

import Models
import Synchronization

/// One viewer of live places.
///
/// What is to be sent waits here, the latest of each device: a viewer that reads slowly misses places in between and
/// holds up nobody.
final class LiveView: Sendable {
    /// Who looks.
    enum Viewer: Sendable {
        /// A device, by its id and its key.
        case reader(Reader)
        /// A person, through a session.
        case account(AccountID, SessionID)
    }

    private enum Pending: Sendable {
        case place(GetLocation.LocationResult)
        case gone
    }

    private struct Entry {
        let device: DeviceID
        let mark: HeldPlaces.Mark
        /// Whether it is the viewer's own, by a claim.
        var isOwn = false
        /// Whether its owner has been told of this viewer, or need not be: only then anything of it is sent.
        var isVisited = false
        /// Whether the client has been told anything of it, if only that it is not to be seen.
        var isTold = false
        /// What the client has.
        var sent: HeldPlaces.Version = 0
        var pending: Pending?
        var isDirty = false
    }

    private struct State {
        var entries: [Entry] = []
        /// Whether all that there is to see is to be asked for anew.
        var looksAnew = false
        /// Whether it stands in the hub's queue, or is being asked about.
        var isQueued = false
        var isUnderReview = false
        var hasHeartbeat = false
        /// How many heartbeats there were since owners were last told of this viewer.
        var heartbeats = 0
        var isToBeChecked = false
        var end: LiveEnd?
        /// Whether it has been shown anything, and with that what it had before was settled.
        var isOpen = false
        var resets = false
        /// The entry with which the next turn begins.
        var next = 0
    }

    /// What there is to do for the task that writes.
    struct Turn {
        /// Whether to find out first whether the session still lives.
        var checksCaller: Bool
        var events: [UInt8]
        var count: Int
        var end: LiveEnd?
    }

    let viewer: Viewer
    /// After so many devices a person's stream begins anew, so that those which it sees no more take no memory, and one
    /// question is never about more than location answers (`ReviewViews.maximumDevices`).
    static let maximumDevices = 4 * GetPlaces.maximumDevices

    /// How many events leave together. What has left cannot be taken back, and takes memory until a slow viewer has
    /// read it; what has not is judged again meanwhile.
    static let eventsAtOnce = 32

    /// What travels with the questions that are asked for this viewer.
    let context: MessageContext
    private let key: EventKey
    /// What the client has from an earlier stream; nil when it cannot be told.
    private let held: HeldPlaces?
    private let resumes: Bool
    private let state = Mutex(State())
    private let signal = Signal()

    /// - Parameters:
    ///   - lastEventID: the id of the last event that the client has from an earlier stream; nil without one.
    ///   - key: the key of the ids of events.
    init(_ viewer: Viewer, after lastEventID: String?, key: EventKey, context: MessageContext) {
        self.viewer = viewer
        self.key = key
        resumes = lastEventID != nil
        held = if let lastEventID { HeldPlaces(eventID: lastEventID) } else { HeldPlaces() }
        var context = context
        context.timeout = LiveView.timeout
        self.context = context
    }

    /// How long an answer about a viewer is waited for.
    private static let timeout = Duration.seconds(5)

    /// The devices that it looks at.
    var devices: [DeviceID] { state.withLock { $0.entries.map(\.device) } }

    /// The devices whose changes concern it: those that it looks at, and the one in whose name it does.
    var watched: Set<DeviceID> {
        var watched = Set(devices)
        if case .reader(let reader) = viewer, let device = reader.device { watched.insert(device) }
        return watched
    }

    /// The devices whose owners have been told of this viewer.
    var visited: [DeviceID] { state.withLock { $0.entries.filter(\.isVisited).map(\.device) } }

    var session: SessionID? { if case .account(_, let session) = viewer { session } else { nil } }

    // MARK: What it sees

    /// Takes what a look has found whose visits are recorded. Devices that it did not ask about stay as they are.
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

    /// Takes all that a person may see, whose visits are recorded; gives the devices that are new to it. What is not
    /// among it is not to be seen any more.
    func show(_ places: [GetPlaces.Place]) -> [DeviceID] {
        let added = state.withLock { state in
            let known = state.entries.count
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

    /// Takes what a review has found; gives the devices that are seen and of which nobody has been told. What is not
    /// seen has to be told of again before it is: it may be somebody else's by then, or its visitors forgotten.
    func review(_ devices: [DeviceID], _ found: [GetLocation.LocationResult?]) -> [DeviceID] {
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
        state.entries.append(Entry(device: device, mark: key.mark(of: device)))
        return state.entries.count - 1
    }

    /// Settles what the client has from an earlier stream, once.
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

    // MARK: What is to be asked

    /// Notes that something about a device has changed, or about all of them; whether the view is to be put into the
    /// queue.
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

    /// Notes that all that there is to see is to be asked for anew; whether the view is to be put into the queue.
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

    /// Begins a review: what is to be asked. Until `endReview` the view stands in the queue no more than once, and an
    /// answer cannot overtake an earlier one.
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

    /// Ends a review; whether something changed meanwhile, so that the view goes into the queue again.
    func endReview() -> Bool {
        state.withLock { state in
            state.isUnderReview = false
            return state.isQueued && state.end == nil
        }
    }

    // MARK: What is to be written

    /// After so many heartbeats the owners are told again: so whoever watches for an hour stands among the latest visitors
    /// for an hour, however many others look meanwhile.
    static let heartbeatsOfVisit = 4

    /// A comment is to be sent.
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

    /// Whether the session still lives is to be found out.
    func checkCaller() {
        state.withLock { $0.isToBeChecked = true }
        signal.raise()
    }

    /// Nothing more is to be sent but the reason.
    func end(_ reason: LiveEnd) {
        state.withLock { $0.end = $0.end ?? reason }
        signal.raise()
    }

    /// Waits until there is something to do.
    func untilNextTurn() async { await signal.wait() }

    /// What there is to do; the client has the events when they are written. After events there may be more to do at
    /// once.
    func takeTurn() -> Turn {
        state.withLock { state in
            var turn = Turn(
                checksCaller: state.isToBeChecked || state.hasHeartbeat, events: [], count: 0, end: state.end)
            state.isToBeChecked = false
            guard state.end == nil else { return turn }
            if state.resets { turn.events = EventStreamText.reset }
            state.resets = false
            // From where the turn before ended, so that those in front keep nobody waiting who stands behind.
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
                    turn.events += EventStreamText.place(found, id: eventID(state))
                case .gone:
                    state.entries[index].sent = 0
                    turn.events += EventStreamText.gone(state.entries[index].device, id: eventID(state))
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
