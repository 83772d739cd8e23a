import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Asks the location service about the views in the hub's queue, many in one message. The location service checks every
/// place with the current rules and state (`ReviewViews`), and the edge caches nothing about access.
struct LiveReviewer: Sendable {
    let hub: LiveHub
    let clock: any FeedClock
    let logger: Logger

    private static let views = 500
    /// The most parallel looks. A look is made for a view that sees something new, and records a visit.
    private static let looksAtOnce = 32
    /// The delay before failed questions are repeated.
    private static let pause = Duration.milliseconds(250)

    private struct Question {
        let view: any LiveViewing
        let devices: [DeviceID]
    }

    func run(wokenBy signal: Signal) async {
        while !Task.isCancelled {
            await signal.wait()
            while !Task.isCancelled {
                var (views, devices) = (0, 0)
                let next = hub.dequeue { view in
                    views += 1
                    devices += view.devices.count
                    return views > 1 && (views > LiveReviewer.views || devices > ReviewViews.maximumDevices)
                }
                if next.isEmpty { break }
                await review(next)
            }
        }
    }

    private func review(_ views: [any LiveViewing]) async {
        var questions: [Question] = []
        var looks: [Question] = []
        for view in views {
            let (devices, looksAnew) = view.beginReview()
            if looksAnew {
                looks.append(Question(view: view, devices: []))
            } else if !devices.isEmpty {
                questions.append(Question(view: view, devices: devices))
            }
        }
        looks += await ask(questions)
        await look(looks)
        hub.requeue(views.filter { $0.endReview() })
    }

    /// Asks the location service, and returns the questions with new devices, whose visits are not recorded yet.
    private func ask(_ questions: [Question]) async -> [Question] {
        guard !questions.isEmpty else { return [] }
        var places: [DeviceID: Int] = [:]
        var devices: [DeviceID] = []
        let asked = questions.map { question in
            let indices = question.devices.map { device in
                if let place = places[device] { return place }
                places[device] = devices.count
                devices.append(device)
                return devices.count - 1
            }
            switch question.view.viewer {
            case .reader(let reader): return ReviewViews.View(reader: reader, devices: indices)
            case .account(let account, _): return ReviewViews.View(account: account, devices: indices)
            case .link(let viewer):
                return ReviewViews.View(link: viewer.link, endsAt: viewer.endsAt, devices: indices)
            }
        }
        let reply: ReviewViews.Reply
        do throws(BusError) {
            reply = try await hub.services.send(
                ReviewViews(devices: devices, views: asked), MessageContext(requestID: "live", timeout: .seconds(5)))
        } catch {
            await putBack(questions, error)
            return []
        }
        guard reply.found.count == devices.count, reply.views.count == asked.count else { return [] }
        var looks: [Question] = []
        for ((question, view), result) in zip(zip(questions, asked), reply.views) {
            guard result.mayRead else {
                question.view.end(.refused)
                continue
            }
            let seen = Set(result.seen)
            let ofCircles = Dictionary(
                zip(result.seenInCircles ?? [], result.ofCircles ?? []), uniquingKeysWith: { first, _ in first })
            let found = view.devices.map { place -> GetLocation.LocationResult? in
                if view.link != nil { return result.shared }
                return seen.contains(place) ? reply.found[place] : ofCircles[place]
            }
            let hidden = (result.hidden ?? []).filter(devices.indices.contains).map { devices[$0] }
            let unvisited = question.view.review(question.devices, found, hidden: Set(hidden))
            if !unvisited.isEmpty { looks.append(Question(view: question.view, devices: unvisited)) }
        }
        return looks
    }

    private func putBack(_ questions: [Question], _ error: BusError) async {
        logger.debug("live places could not be asked for", metadata: ["cause": .failure(error)])
        // If the task is cancelled during the pause, the loop ends.
        try? await clock.sleep(for: LiveReviewer.pause)
        for question in questions {
            // The review is still in progress; its end queues the view again.
            for device in question.devices { _ = question.view.markDirty(device) }
        }
    }

    /// Asks as for a new viewer, so that the visits are recorded before anything is shown.
    private func look(_ questions: [Question]) async {
        await withTaskGroup { group in
            var waiting = questions[...]
            for _ in 0..<LiveReviewer.looksAtOnce {
                guard let question = waiting.popFirst() else { break }
                group.addTask { await look(question) }
            }
            while await group.next() != nil {
                guard let question = waiting.popFirst() else { continue }
                group.addTask { await look(question) }
            }
        }
    }

    private func look(_ question: Question) async {
        do throws(BusError) {
            switch question.view.viewer {
            case .reader(let reader):
                let reply = try await hub.services.send(
                    GetLocation(
                        reader: reader, devices: question.devices, isWatching: question.view.isWatching ? true : nil),
                    question.view.context)
                question.view.show(question.devices, reply.found)
            case .account(let account, _):
                let reply = try await hub.services.send(
                    GetPlaces(account: account, visited: question.view.visited), question.view.context)
                hub.watch(question.view.show(reply.places), question.view)
            case .link(let viewer):
                let reply = try await hub.services.send(
                    RenewSharedView(link: viewer.link, viewer: viewer.number), question.view.context)
                question.view.show(question.devices, [reply.found])
            }
        } catch {
            // If a visit cannot be recorded, nothing is shown; the next heartbeat tries again.
            let ending: [ErrorCode] = [.forbidden, .tokenExpired, .notFound]
            if case .refused(let refusal) = error, ending.contains(refusal.code) { question.view.end(.refused) }
            logger.debug("a live viewer could not be shown a place", metadata: ["cause": .failure(error)])
        }
    }
}

/// Wakes one waiting task. If no task waits, the signal is kept for the next wait.
final class Signal: Sendable {
    private enum State {
        case idle, raised
        case awaited(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.idle)

    func raise() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard case .awaited(let waiting) = state else {
                state = .raised
                return nil
            }
            state = .idle
            return waiting
        }
        waiting?.resume()
    }

    /// Waits for a signal, or until the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    // A cancellation also raises the signal, so it is either seen here or finds the continuation.
                    if case .raised = state {
                        state = .idle
                        return true
                    }
                    state = .awaited(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
    }
}
