public import BaliseAPI
import BaliseJSON
public import Foundation

/// Decrypts a notification, loads its picture and adds its buttons, within a time limit. A step that fails or takes too
/// long is left out: the notification is always shown, at worst unchanged.
public struct PushPreparation: Sendable {
    /// The largest size of a picture in bytes; a larger picture is not shown. An extension has about 24 MB of memory.
    public var maximumImageBytes = 5_000_000
    /// The limit in seconds after which the notification is shown as far as it is prepared. The system allows about 30.
    public var timeLimit = 20.0
    /// Decrypts pushes; nil if the publisher does not encrypt.
    public var decrypting: (any PushDecrypting)?
    /// Registers a notification's own buttons; nil to show no buttons.
    public var buttons: (any PushButtonOffering)?
    /// Loads the pictures, without a credential and without following redirects.
    public var transport: any BaliseStreamingTransport
    /// The folder for pictures.
    public var folder: URL
    /// The timer of the time limit.
    public var pause: any BaliseSleeper
    /// The source of random file names.
    public var random: any BaliseRandomSource

    /// Creates a preparation. It uses the system's clock, network and folder for temporary files.
    public init(
        decrypting: (any PushDecrypting)? = nil, buttons: (any PushButtonOffering)? = nil,
        transport: any BaliseStreamingTransport = BaliseURLSessionTransport(),
        folder: URL = FileManager.default.temporaryDirectory, pause: any BaliseSleeper = BaliseSystemSleeper(),
        random: any BaliseRandomSource = BaliseSystemRandomSource()
    ) {
        (self.decrypting, self.buttons) = (decrypting, buttons)
        (self.transport, self.folder, self.pause, self.random) = (transport, folder, pause, random)
    }

    /// Starts to prepare a push.
    /// - Parameter deliver: Called once, from any thread: when everything is done, the time is over, or `finish()` is
    ///   called.
    public func begin(_ push: ReceivedPush, deliver: @escaping @Sendable (PushChanges) -> Void) -> PushPreparationRun {
        let run = PushPreparationRun(deliver)
        run.hold(
            Task {
                await prepare(push, in: run)
                run.finish()
            })
        // The work runs in a separate task, because it may wait for something that cannot be cancelled.
        run.hold(
            Task {
                do { try await pause.sleep(seconds: timeLimit) } catch { return }
                run.finish()
            })
        return run
    }

    private func prepare(_ push: ReceivedPush, in run: PushPreparationRun) async {
        if let buttons, push.category == nil, let category = PushCategory(buttonsOf: push) {
            await buttons.offer(category)
            run.change { $0.category = category.id }
        }
        var address = push.imageAddress
        if let decrypted = try? await decrypting?.decrypt(push) {
            run.change { $0.decrypted = decrypted }
            let own = decrypted.members?.value?.member("imageUrl")?.string
            address = own.flatMap { URL(string: $0) } ?? address
        }
        guard !Task.isCancelled, let address, let image = await image(at: address) else { return }
        // The notification has already been delivered, so the picture is not needed.
        if !run.change({ $0.image = image }) { try? FileManager.default.removeItem(at: image) }
    }

    /// Returns the file with a picture; nil if the picture cannot be shown.
    private func image(at address: URL) async -> URL? {
        guard address.scheme?.lowercased() == "https" else { return nil }
        let request = BaliseHTTPRequest(
            method: "GET", url: address, headers: ["Accept": "image/jpeg, image/png, image/gif"], timeout: timeLimit)
        guard let stream = try? await transport.stream(request), stream.response.status == 200 else { return nil }
        let told = stream.response.headers["content-length"].flatMap { Int($0) } ?? 0
        guard told <= maximumImageBytes else { return nil }
        var bytes = Data()
        do {
            for try await part in stream.parts {
                guard bytes.count + part.count <= maximumImageBytes else { return nil }
                bytes += part
            }
            guard let ending = imageEnding(bytes), !Task.isCancelled else { return nil }
            let file = folder.appendingPathComponent("push-\(hexadecimal(random.bytes(8))).\(ending)")
            try bytes.write(to: file)
            return file
        } catch {
            return nil
        }
    }
}

/// Returns the file extension for a picture, so that the system recognises its format; nil for a format that the system
/// does not show. The format is read from the bytes, because many servers send a wrong content type.
private func imageEnding(_ bytes: Data) -> String? {
    let forms: [(start: [UInt8], ending: String)] = [
        ([0xFF, 0xD8, 0xFF], "jpg"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "png"),
        (Array("GIF87a".utf8), "gif"), (Array("GIF89a".utf8), "gif"),
    ]
    return forms.first { bytes.starts(with: $0.start) }?.ending
}

/// Registers the buttons of single notifications with the system.
public protocol PushButtonOffering: Sendable {
    /// Adds a category to those that the system already knows.
    func offer(_ category: PushCategory) async
}

/// A notification in preparation. It is delivered once: when the work is done, the time is over, or the system asks.
public final class PushPreparationRun: @unchecked Sendable {
    // The class is Sendable because the lock guards all state. It is not an actor, because the system needs the
    // notification before its call returns.
    private let lock = NSLock()
    private var changes = PushChanges()
    private var deliver: (@Sendable (PushChanges) -> Void)?
    private var tasks: [Task<Void, Never>] = []

    init(_ deliver: @escaping @Sendable (PushChanges) -> Void) { self.deliver = deliver }

    /// Delivers the notification as far as it is prepared. Call it in `serviceExtensionTimeWillExpire()`.
    public func finish() {
        let (deliver, changes, tasks) = lock.withLock {
            defer {
                self.deliver = nil
                self.tasks = []
            }
            return (self.deliver, self.changes, self.tasks)
        }
        for task in tasks { task.cancel() }
        deliver?(changes)
    }

    /// Changes the notification that will be delivered.
    /// - Returns: False if it has already been delivered.
    @discardableResult
    func change(_ change: (inout PushChanges) -> Void) -> Bool {
        lock.withLock {
            guard deliver != nil else { return false }
            change(&changes)
            return true
        }
    }

    /// Keeps a task in order to cancel it when the notification is delivered.
    func hold(_ task: Task<Void, Never>) {
        let isOver = lock.withLock {
            if deliver != nil { tasks.append(task) }
            return deliver == nil
        }
        if isOver { task.cancel() }
    }
}

/// The decrypted texts of a notification.
public struct DecryptedPush: Hashable, Sendable {
    /// The title that replaces the original; nil keeps it.
    public var title: String?
    /// The subtitle that replaces the original; nil keeps it.
    public var subtitle: String?
    /// The body that replaces the original; nil keeps it.
    public var body: String?
    /// Members that replace members of the same name in the payload: `link`, `imageUrl`, or its own; nil for none.
    public var members: JSONDetails?

    /// Creates the texts; a nil text keeps the original.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil, members: JSONDetails? = nil) {
        (self.title, self.subtitle, self.body, self.members) = (title, subtitle, body, members)
    }
}

/// Decrypts pushes that a publisher has encrypted for the app. Keep the key where the app's extension can read it.
public protocol PushDecrypting: Sendable {
    /// Decrypts a push.
    /// - Returns: The texts; nil if the push is not encrypted.
    /// - Throws: Any error: the notification is then shown unchanged.
    func decrypt(_ push: ReceivedPush) async throws -> DecryptedPush?
}

/// The changes to a notification before it is shown.
public struct PushChanges: Hashable, Sendable {
    /// The decrypted texts; nil if nothing was encrypted.
    public var decrypted: DecryptedPush?
    /// The file with the picture, which the reader must remove; nil if there is no picture to show.
    public var image: URL?
    /// The category that shows the notification's own buttons; nil to keep the original category.
    public var category: String?

    public init() {}
}
