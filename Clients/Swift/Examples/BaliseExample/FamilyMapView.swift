import Balise
import SwiftUI

#if canImport(MapKit)
    import MapKit
#endif

struct FamilyMapView: View {
    @Environment(ExampleModel.self) private var model
    /// The answer to the last question.
    @State private var answer = ""

    private var family: BaliseFamilyModel { model.family }

    var body: some View {
        VStack {
            #if canImport(MapKit)
                Map {
                    ForEach(located, id: \.device) { found in
                        Marker(found.slogan ?? found.device.text, coordinate: coordinate(found.location))
                    }
                }
            #endif
            List {
                Section {
                    ForEach(family.members, id: \.device) { member in
                        MemberRow(member: member, name: name(of: member)) { ask(member) }
                    }
                } footer: {
                    Text(answer)
                }
                Section {
                    Button("Hide me for an hour") { pause(until: Date() + 3600) }
                    Button("Show me again") { pause(until: nil) }
                } footer: {
                    Text("While you hide, the members of your circles see nothing of you.")
                }
            }
            .disabled(family.isBusy)
            if family.connection != .open { Text("Not live. The places may be old.") }
            ProblemText(family.problem)
        }
        .navigationTitle("Family")
        .task { await family.run() }
    }

    /// The members with a place, with their names in place of slogans.
    private var located: [LocationResult] {
        family.members.compactMap { member in
            guard let place = member.place else { return nil }
            return LocationResult(device: member.device, location: place, slogan: name(of: member))
        }
    }

    private func name(of member: MemberPlace) -> String {
        member.isOwn ? "Me" : member.name ?? member.device.text
    }

    private func ask(_ member: MemberPlace) {
        Task {
            guard let woken = await family.ask(for: member.device) else { return }
            answer = woken == 0 ? "\(name(of: member)) cannot be reached." : "The question is on its way."
        }
    }

    private func pause(until end: Date?) { Task { await family.pause(until: end) } }

    #if canImport(MapKit)
        private func coordinate(_ place: DeviceLocation) -> CLLocationCoordinate2D {
            CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude)
        }
    #endif
}

/// The name, precision, battery and age of one member's place.
private struct MemberRow: View {
    let member: MemberPlace
    let name: String
    let ask: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading) {
            Text(name)
            if let place = member.place {
                LabeledContent("Precision", value: precision(place))
                if let battery = place.batteryLevel { LabeledContent("Battery", value: "\(Int(battery)) %") }
                Text(place.recordedAt, style: .relative)
            } else {
                Text("No place yet.")
            }
            if !member.isOwn { Button("Where are you?", action: ask) }
        }
    }

    private func precision(_ place: DeviceLocation) -> String {
        switch member.precision {
        case .neighbourhood: "about 500 m"
        case .town: "about 10 km"
        default: "\(Int(place.horizontalAccuracy)) m"
        }
    }
}
