public import BaliseAPI

/// Holds the preferences while the user changes them, and saves them 300 ms after the last change.
///
/// A change shows at once. Only one save runs at a time, so that the last choice wins. A refused change reverts to the
/// server's state; a change that could not be sent stays.
public actor PreferencesEditor {
    /// The time without a change before a save, in seconds.
    static let pauseBeforeSaving = 0.3

    private let api: PreferencesAPI
    private let pause: any BaliseSleeper
    private var shown: NotificationChoices
    /// The server's state, from its last answer.
    private var confirmed: NotificationChoices
    /// Whether the last save got no answer, so that the server's state is unknown.
    private var isUncertain = false
    private var problem: BaliseError?
    /// Counts the changes, so that a waiting task notices a new change.
    private var changes = 0
    private var waiting: Task<Void, Never>?
    private var saving: Task<BaliseError?, Never>?
    private var listeners = StreamListeners<PreferencesStatus>()

    init(_ preferences: NotificationChoices, api: PreferencesAPI, pause: any BaliseSleeper) {
        shown = preferences
        confirmed = preferences
        (self.api, self.pause) = (api, pause)
    }

    /// The current state.
    public var status: PreferencesStatus {
        PreferencesStatus(shown: shown, isSaved: saving == nil && !hasUnsaved, problem: problem)
    }

    /// Returns the current state and every later state. A slow reader gets only the newest.
    public func statuses() -> AsyncStream<PreferencesStatus> {
        listeners.add(buffering: .bufferingNewest(1), first: status)
    }

    /// Changes the preferences: `await editor.change { $0.notifyLocalEvents = false }`.
    public func change(_ edit: @Sendable (inout NotificationChoices) -> Void) {
        var changed = shown
        edit(&changed)
        guard changed != shown else { return }
        shown = changed
        problem = nil
        changes += 1
        let number = changes
        waiting?.cancel()
        waiting = Task { [pause] in
            do { try await pause.sleep(seconds: Self.pauseBeforeSaving) } catch { return }
            guard number == self.changes else { return }
            self.waiting = nil
            // The error is ignored here, because the status shows it.
            try? await self.save()
        }
        publish()
    }

    /// Saves at once, for example when the screen closes, and returns when the server has answered.
    /// - Throws: The reason why the change is not saved.
    public func save() async throws(BaliseError) {
        waiting?.cancel()
        waiting = nil
        let round = saving ?? Task { await saveWhatIsUnsaved() }
        saving = round
        if let error = await round.value { throw error }
    }

    /// Reads the preferences again, because another device may have changed them. Unsaved changes stay.
    public func reload() async throws(BaliseError) {
        let number = changes
        let current = try await api.current()
        guard number == changes, saving == nil, !hasUnsaved else { return }
        shown = current
        confirmed = current
        publish()
    }

    // MARK: Saving

    private var hasUnsaved: Bool { isUncertain || shown != confirmed }

    /// Saves until nothing is unsaved, or the user has begun the next change.
    private func saveWhatIsUnsaved() async -> BaliseError? {
        defer {
            saving = nil
            publish()
        }
        guard hasUnsaved else { return nil }
        while hasUnsaved, waiting == nil {
            let sent = shown
            problem = nil
            do throws(BaliseError) {
                confirmed = try await api.set(sent)
                isUncertain = false
                if shown == sent { shown = confirmed }
            } catch {
                if error.mayHaveBeenDone { isUncertain = true }
                problem = error
                guard error.isFinal else { return error }
                if sent == confirmed { isUncertain = false }
                // Changes that the user made during the save are kept: the server may accept them.
                if shown == sent { shown = confirmed } else { problem = nil }
            }
        }
        return problem
    }

    private func publish() { listeners.send(status) }
}

/// The preferences on the screen, and whether they are saved.
public struct PreferencesStatus: Hashable, Sendable {
    /// The values of the switches.
    public internal(set) var shown: NotificationChoices
    /// Whether the server has these values.
    public internal(set) var isSaved: Bool
    /// The failure of the last save. After a refusal, `shown` has the former values. After any other failure the change
    /// stays; the next change or ``PreferencesEditor/save()`` saves it.
    public internal(set) var problem: BaliseError?
}
