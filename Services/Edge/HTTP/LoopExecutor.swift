// Runs tasks on the thread of an event loop.

import NIOCore

/// Runs the tasks that prefer it on an event loop's own thread.
///
/// A connection's task that runs where its socket is read needs no change of threads between a request's bytes and
/// their handling, nor between the answer and its writing.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
