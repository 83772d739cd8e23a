extension BusTests {
    @Suite struct AddressTests {
        @Test(arguments: [
            "", "location", "inproc://", "ipc://", "ipc://relative.sock", "ipc://@abstract", "tcp://", "tcp://host",
            "tcp://host:", "tcp://:80", "tcp://host:70000", "tcp://host:http", "udp://host:1", "ipc:///a\u{0}b",
        ]) func anInvalidEndpointIsRefused(_ text: String) {
            #expect(throws: EndpointError.self) { try Endpoint(text) }
        }

        @Test(arguments: [
            "inproc://location", "ipc:///run/balise/location.sock", "tcp://127.0.0.1:8000", "tcp://*:0",
            "tcp://[::1]:*",
            "tcp://location:9000",
        ]) func aValidEndpointKeepsItsText(_ text: String) throws {
            #expect(try Endpoint(text).text == text)
        }

        @Test(arguments: Way.allCases) func aSecondServiceAtOneAddressIsRefused(_ way: Way) async throws {
            try await withBus(way) { bus in
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                #expect {
                    _ = try bus.serve {
                        $0.on(Echo.self) { _, _ in throw ServiceError(.conflict, "The thief answers.") }
                    }
                } throws: { error in
                    if case .addressTaken(bus.endpoint)? = error as? BusSetupError { true } else { false }
                }
                // Also from another bus, as from another process.
                if way != .inproc {
                    let other = try MessageBus(.patient(.location))
                    #expect(throws: BusSetupError.self) {
                        try other.serve(
                            .location, at: bus.endpoint, permissions: Permissions([:]), handlers: HandlerTable())
                    }
                    await other.shutDown(drain: .zero)
                }
                #expect(try await bus.client().send(Echo(text: "mine"), context()).text == "mine")
            }
        }

        @Test(arguments: ["location.sock", "location.sock.lock", ""])
        func aServiceRestoresTheRemovedFilesOfItsSocket(_ removed: String) async throws {
            try await withBus(.ipc) { bus in
                // In a folder of its own, which is removed whole in one case.
                let folder = bus.folder.appendingPathComponent("run")
                let endpoint = try Endpoint("ipc://\(folder.path)/location.sock")
                var handlers = HandlerTable()
                handlers.on(Echo.self) { Echo.Reply($0, $1) }
                let permissions = Permissions([.edge: [Echo.self]])
                let server = try bus.serverBus.serve(
                    .location, at: endpoint, permissions: permissions, handlers: handlers)
                let early = bus.clientBus.client(as: .edge, endpoints: [.location: endpoint])
                #expect(await early.ending(of: Echo(text: "")) == "reply")
                // Moved in one step: the service restores a file while a folder is still being emptied, and the
                // removal of the folder would fail.
                try FileManager.default.moveItem(
                    at: removed.isEmpty ? folder : folder.appendingPathComponent(removed),
                    to: bus.folder.appendingPathComponent("removed"))
                let isBack = await eventually {
                    ["location.sock", "location.sock.lock"].allSatisfy { name in
                        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
                    }
                }
                #expect(isBack)
                let late = try MessageBus(.patient(.edge))
                let other = late.client(as: .edge, endpoints: [.location: endpoint])
                #expect(await other.ending(of: Echo(text: "")) == "reply")
                #expect(await early.ending(of: Echo(text: "")) == "reply", "the connection stays")
                let thief = try MessageBus(.patient(.location))
                #expect(throws: BusSetupError.self) {
                    try thief.serve(.location, at: endpoint, permissions: permissions, handlers: handlers)
                }
                await server.close()
                _ = try thief.serve(.location, at: endpoint, permissions: permissions, handlers: handlers)
                #expect(FileManager.default.fileExists(atPath: endpoint.address))
                await late.shutDown(drain: .zero)
                await thief.shutDown(drain: .zero)
            }
        }

        @Test func anEndedServiceLeavesItsSocketFree() async throws {
            try await withBus(.ipc) { bus in
                for _ in 0..<3 {
                    let server = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                    await server.close()
                }
                // The socket file that a killed process leaves behind.
                let path = bus.endpoint.address
                #expect(FileManager.default.createFile(atPath: path, contents: Data()))
                _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                #expect(await bus.client().ending(of: Echo(text: "")) == "reply")
            }
        }

        @Test func onlyItsOwnerMayOpenASocket() async throws {
            try await withBus(.ipc) { bus in
                let path = bus.folder.path + "/run/location.sock"
                let server = try bus.serve(at: try Endpoint("ipc://" + path)) { _ in }
                #expect(try mode(path) == 0o600)
                #expect(try mode(bus.folder.path + "/run") == 0o700)
                #expect(try mode(path + ".lock") == 0o600)
                await server.close()
            }
        }

        @Test func aFolderThatIsOpenToOthersIsRefused() async throws {
            try await withBus(.ipc) { bus in
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bus.folder.path)
                #expect {
                    _ = try bus.serve { $0.on(Echo.self) { Echo.Reply($0, $1) } }
                } throws: { error in
                    if case .folderOpenToOthers? = error as? BusSetupError {
                        "\(error)".contains("chmod 700")
                    } else {
                        false
                    }
                }
            }
        }

        @Test func aPathThatIsTooLongIsRefusedWithItsLength() async throws {
            try await withBus(.ipc) { bus in
                let path = "/tmp/" + String(repeating: "a", count: 103)
                #expect {
                    _ = try bus.serve(at: try Endpoint("ipc://" + path)) { _ in }
                } throws: { error in
                    if case .pathTooLong(path, bytes: 108, limit: _)? = error as? BusSetupError { true } else { false }
                }
            }
        }

        @Test func aServiceReportsThePortThatTheSystemChose() async throws {
            try await withBus(.tcp) { bus in
                let server = try bus.serve(at: try Endpoint("tcp://127.0.0.1:0")) {
                    $0.on(Echo.self) { Echo.Reply($0, $1) }
                }
                #expect(!server.endpoint.text.hasSuffix(":0"))
                let client = bus.clientBus.client(as: .edge, endpoints: [.location: server.endpoint])
                #expect(await client.ending(of: Echo(text: "")) == "reply")
            }
        }

        private func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(attributes[.posixPermissions] as? Int)
        }
    }
}
