// Gates: so many at a time, and room for tests that measure time.

/// Lets so many through at a time; the others wait in the order of their coming.
actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ width: Int) { free = width }

    /// Returns once there is room. Who came in has to leave.
    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// The same, ahead of all who wait.
    func enterFirst() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.insert($0, at: 0) }
        }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Keeps the tables of cases waiting while a test measures how long something takes.
actor Quiet {
    static let room = Quiet()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Returns once nobody needs quiet.
    func pass() async {
        while isTaken { await withCheckedContinuation { waiting.append($0) } }
    }

    func take() async {
        await pass()
        isTaken = true
    }

    func release() {
        isTaken = false
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}
