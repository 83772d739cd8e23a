import Balise
import SwiftUI

struct AllowedDevicesView: View {
    @Environment(ExampleModel.self) private var model
    @State private var allowed: AllowedList?
    @State private var added = ""
    @State private var problem: BaliseError?

    var body: some View {
        Form {
            if let allowed {
                Section {
                    ForEach(allowed.devices, id: \.device) { entry in
                        AllowedDeviceRow(entry: entry, onChange: change)
                            .swipeActions { Button("Remove", role: .destructive) { remove(entry) } }
                    }
                } footer: {
                    if allowed.devices.isEmpty {
                        Text("The list is empty. Every user who knows the id of this device may see where it is.")
                    } else if !allowed.devices.contains(where: { $0.device == model.device }) {
                        Text("This device is not on its own list, so it does not see its own places.")
                    }
                }
                Section("Add a device") {
                    TextField("Its id", text: $added)
                        .textInputAutocapitalization(.never)
                        .autocorrectionDisabled()
                    Button("Add", action: add).disabled(LocationDeviceID(added) == nil)
                }
            }
            ProblemText(problem)
        }
        .navigationTitle("Who may see me")
        .task { await read() }
        .refreshable { await read() }
    }

    private func add() {
        guard let device = LocationDeviceID(added), let allowed else { return }
        added = ""
        save(allowed.devices.filter { $0.device != device } + [AllowedDevice(device)])
    }

    private func remove(_ entry: AllowedDevice) {
        guard let allowed else { return }
        save(allowed.devices.filter { $0.device != entry.device })
    }

    private func change(_ entry: AllowedDevice) {
        guard let allowed else { return }
        save(allowed.devices.map { $0.device == entry.device ? entry : $0 })
    }

    private func save(_ devices: [AllowedDevice]) {
        Task {
            do throws(BaliseError) {
                try await model.client.locations.setAllowed(devices, for: model.device)
                allowed = AllowedList(isEnabled: !devices.isEmpty, devices: devices)
                problem = nil
            } catch {
                // `allowed` stays as it was, so the screen shows no list that the server may not have.
                problem = error
            }
        }
    }

    private func read() async {
        do throws(BaliseError) {
            allowed = try await model.client.locations.allowed(of: model.device)
            problem = nil
        } catch {
            problem = error
        }
    }
}

private struct AllowedDeviceRow: View {
    let entry: AllowedDevice
    let onChange: (AllowedDevice) -> Void

    var body: some View {
        VStack(alignment: .leading) {
            Text(entry.device.text).font(.headline)
            Toggle("Sees where I am", isOn: right(\.readsCurrentLocation))
            Toggle("Sees where I have been", isOn: right(\.readsHistory))
        }
    }

    private func right(_ right: WritableKeyPath<AllowedDevice, Bool> & Sendable) -> Binding<Bool> {
        Binding {
            entry[keyPath: right]
        } set: { @MainActor isAllowed in
            var changed = entry
            changed[keyPath: right] = isAllowed
            onChange(changed)
        }
    }
}
