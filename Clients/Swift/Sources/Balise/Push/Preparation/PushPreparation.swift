// What an app's notification service extension does with a push before it is shown.

import BaliseAPI
import BaliseJSON
public import Foundation

/// Decrypts a notification, loads its picture and offers its buttons, as far as there is time.
///
/// What did not succeed, or not in time, is left out: a notification is always shown, at worst as it came.
public struct PushPreparation: Sendable {
    /// How many bytes a picture may have; a larger one is not shown. An extension has some 24 MB of memory.
    public var maximumImageBytes = 5_000_000
    /// After how many seconds the notification is shown with what there is. The system gives an extension about 30.
    public var timeLimit = 20.0
    /// What decrypts; nil where nothing is encrypted.
    public var decrypting: (any PushDecrypting)?
    /// What learns of the buttons that a publisher gave a notification; nil to show none.
    public var buttons: (any PushButtonOffering)?
    /// How pictures are loaded: without a credential, and without following redirects.
    public var transport: any BaliseStreamingTransport
    /// Where pictures are put.
    public var folder: URL
    /// How the time limit is waited for.
    public var pause: any BaliseSleeper
    /// What the names of files are made of.
    public var random: any BaliseRandomSource

    /// A preparation that has the system's clock, network and folder for temporary files.
    public init(
        decrypting: (any PushDecrypting)? = nil, buttons: (any PushButtonOffering)? = nil,
        transport: any BaliseStreamingTransport = BaliseURLSessionTransport(),
        folder: URL = FileManager.default.temporaryDirectory, pause: any BaliseSleeper = BaliseSystemSleeper(),
        random: any BaliseRandomSource = BaliseSystemRandomSource()
    ) {
        self.decrypting = decrypting
        self.buttons = buttons
        self.transport = transport
        self.folder = folder
        self.pause = pause
        self.random = random
    }

    /// Begins with a push.
    ///
    /// - Parameters:
    ///   - push: What came.
    ///   - deliver: Is called once, from any thread: when all is done, when the time is over, or when the run is finished
    ///     before.
    public func begin(
        _ push: ReceivedPush, deliver: @escaping @Sendable (PushChanges) -> Void
    ) -> PushPreparationRun {
        let run = PushPreparationRun(deliver)
        run.hold(
            Task {
                await prepare(push, in: run)
                run.finish()
            })
        // Apart from the work, for that may wait for something that cannot be cancelled.
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
        // Nobody takes one that came too late.
        if !run.change({ $0.image = image }) { try? FileManager.default.removeItem(at: image) }
    }

    /// The file with a picture; nil when there is none that can be shown.
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

/// What the name of a picture's file ends with, by which the system knows its form; nil for what it does not show. What the
/// server calls it is not asked, since many call all their files the same.
private func imageEnding(_ bytes: Data) -> String? {
    let forms: [(start: [UInt8], ending: String)] = [
        ([0xFF, 0xD8, 0xFF], "jpg"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "png"),
        (Array("GIF87a".utf8), "gif"), (Array("GIF89a".utf8), "gif"),
    ]
    return forms.first { bytes.starts(with: $0.start) }?.ending
}

/// Offers the system the buttons of single notifications.
public protocol PushButtonOffering: Sendable {
    /// Adds a category to those that the system knows.
    func offer(_ category: PushCategory) async
}
