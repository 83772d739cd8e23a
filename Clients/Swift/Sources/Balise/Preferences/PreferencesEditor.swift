// Saves what a person switches on and off: not at each touch, and never an older choice over a newer one.

public import BaliseAPI

/// Holds the preferences while a person changes them, and saves them when they pause.
///
/// A change shows at once, and is saved 300 ms after the last change. Only one save is under way at a time, so that the
/// server ends up with what the person chose last. A choice that the server refuses is set back to what the server has.
/// A choice that could not be sent stays.
public actor PreferencesEditor {
    /// How long there has to be no further change before a save, in seconds.
    static let pauseBeforeSaving = 0.3

    private let api: PreferencesAPI
    private let pause: any BaliseSleeper
    private var shown: BalisePreferences
    /// What the server has, as its last answer says.
    private var confirmed: BalisePreferences
    /// Whether a save got no answer since: the server may have something else then.
    private var isUncertain = false
    private var problem: BaliseError?
    /// Counts the changes: whoever waits knows by it whether another one came.
    private var changes = 0
    private var waiting: Task<Void, Never>?
    private var saving: Task<BaliseError?, Never>?
    private var listeners = StreamListeners<PreferencesStatus>()

    init(_ preferences: BalisePreferences, api: PreferencesAPI, pause: any BaliseSleeper) {
        shown = preferences
        confirmed = preferences
        self.api = api
        self.pause = pause
    }

    /// The preferences at this moment.
    public var status: PreferencesStatus {
        PreferencesStatus(shown: shown, isSaved: saving == nil && !hasUnsaved, problem: problem)
    }

    /// The preferences at this moment and after every change. Who is slow misses what lies between.
    public func statuses() -> AsyncStream<PreferencesStatus> {
        listeners.add(buffering: .bufferingNewest(1), first: status) { [weak self] number in
            await self?.removeListener(number)
        }
    }

    /// Changes something: `await editor.change { $0.notifyLocalEvents = false }`.
    public func change(_ edit: @Sendable (inout BalisePreferences) -> Void) {
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
            await self.saveUnlessChanged(since: number)
        }
        publish()
    }

    /// Saves what is not saved yet without waiting any longer, as when the screen goes away, and returns when that is
    /// done.
    ///
    /// - Throws: Why it is not saved.
    public func save() async throws(BaliseError) {
        waiting?.cancel()
        waiting = nil
        let round = saving ?? Task { await saveWhatIsUnsaved() }
        saving = round
        if let error = await round.value { throw error }
    }

    /// Reads again what counts, as it may have been changed on another device. What the person has changed here and is
    /// not saved yet stays.
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

    private func saveUnlessChanged(since number: Int) async {
        guard number == changes else { return }
        waiting = nil
        // Nobody waits here for what becomes of it; it is in the status.
        try? await save()
    }

    /// One save after the other, until nothing is left or the person is in the middle of the next change.
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
                // What was changed meanwhile may be better than what was refused.
                if shown == sent { shown = confirmed } else { problem = nil }
            }
        }
        return problem
    }

    private func publish() { listeners.send(status) }

    private func removeListener(_ number: Int) { listeners.remove(number) }
}
