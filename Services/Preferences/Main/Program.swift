import Preferences
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async {
        await ServiceProgram.run([PreferencesService.self], name: "preferences", settings: .balise)
    }
}
